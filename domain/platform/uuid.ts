const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text from outside can be an id at all; Postgres raises an error for anything else. */
export const isUuid = (text: string): boolean => UUID.test(text);
