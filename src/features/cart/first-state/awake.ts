/** Event fired on the cart once React handles its events. */
export const AWAKE = 'awake';
