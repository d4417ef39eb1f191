/**
 * Whether this installation has a service that makes AR/VR simulations (the product's `genie3`). No vendor offers a public call for them
 * (A18), so there is nothing to configure: whoever asks for them is told so and charged nothing.
 */
export const hasSimulationService = (): boolean => false;
