import type Stripe from 'stripe';
import { objectId } from './object-id.ts';
import type { LineItemParameters } from './session-parameters.ts';
import type { WireLineItem } from './state.ts';

/** The product that Stripe creates from inline `product_data`. `created` in seconds. */
export function inlineProduct(parameters: LineItemParameters, created: number): Stripe.Product {
  const data = parameters.price_data.product_data;
  return {
    id: objectId('prod', 14),
    object: 'product',
    active: false,
    created,
    default_price: null,
    description: data.description ?? null,
    images: data.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: data.metadata ?? {},
    name: data.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: data.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: data.unit_label ?? null,
    updated: created,
    url: null,
  };
}

/** A session's line item, with its one-off price. Amounts in minor units, without tax. */
export function lineItem(
  parameters: LineItemParameters,
  product: Stripe.Product,
  created: number,
): WireLineItem {
  const { currency, tax_behavior, unit_amount } = parameters.price_data;
  const amount = unit_amount * parameters.quantity;
  return {
    id: objectId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: product.name,
    metadata: parameters.metadata ?? {},
    price: {
      id: objectId('price'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created,
      currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: product.id,
      recurring: null,
      tax_behavior: tax_behavior ?? 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount,
      unit_amount_decimal: String(unit_amount),
    },
    quantity: parameters.quantity,
  };
}
