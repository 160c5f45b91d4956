/** The phone of the browser tests, in pixels. */
export const phoneScreen = { width: 390, height: 844 };
