/** A formula on a flash card: no blank inside its dollar signs, nor a digit behind them, so that prices are none. */
export const CARD_FORMULA = /\$(?!\s)([^$\n]+?)(?<!\s)\$(?!\d)/g;
