/** Inlined in the cart page. */
import { drawCartPreview } from './draw-cart-preview.ts';

drawCartPreview(document);
