/** The words that the service's documents neutralise; an environment may name the real ones (`wire`). */
export interface Wire {
  /** Path segment, as in `/v3/msgr/template/add`. */
  segment: string;
  /** Product value, also a segment of the image paths. */
  product: string;
  /** Name of the channel admin id's field. */
  adminId: string;
  /** Scheme of a channel coupon's URL. */
  couponScheme: string;
}

export const neutralWire: Wire = {
  segment: 'msgr',
  product: 'noticetalk',
  adminId: 'channelId',
  couponScheme: 'noticetalk',
};
