import type { JsonObject } from '../../../core/json.ts';
import type { PlacedText } from '../../fields.ts';
import { type NamedValues, readTexts, samplesOf } from '../../notification-template/lint/reading.ts';
import { brandTexts, openPrices } from '../texts.ts';

/** A brand template as the lint reads it. */
export interface BrandReading {
  manifest: JsonObject;
  /** Every text that reaches a phone, addresses of buttons too. */
  texts: readonly PlacedText[];
  samples: readonly NamedValues[];
  /** Variables of prices that are left to the sends. */
  prices: readonly string[];
}

export function readBrand(manifest: JsonObject): BrandReading {
  return {
    manifest,
    texts: readTexts(brandTexts(manifest)),
    samples: samplesOf(manifest),
    prices: openPrices(manifest),
  };
}
