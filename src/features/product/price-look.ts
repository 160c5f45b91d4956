/** Classes of a product's price in a row with Add To Cart. */
export const PRICE_LOOK = 'flex flex-wrap items-baseline gap-x-3 tabular-nums whitespace-nowrap';
