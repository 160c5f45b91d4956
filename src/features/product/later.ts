/** What a product's page can wait for until it has loaded. */
import './buy-bar/buy-bar.ts';
import './delivery/delivery-promise.ts';
import './recently-viewed.ts';
import './stock-alert/watch-sold-out.ts';
