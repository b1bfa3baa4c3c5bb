import { imageSize } from 'image-size';
import { describe, expect, it } from 'vitest';
import { encodePng } from '../../src/core/png.ts';

describe('a PNG', () => {
  it('has the size and the colours that it was made with, and the same bytes every time', () => {
    const draw = (): Uint8Array =>
      encodePng(
        {
          width: 3,
          height: 2,
          bits: 8,
          palette: [
            [255, 255, 255],
            [0, 0, 0],
          ],
        },
        Uint8Array.from([0, 0, 1, 0, 0, 1, 0, 1]),
      );
    expect(imageSize(draw())).toEqual({ width: 3, height: 2, type: 'png' });
    expect(draw()).toEqual(draw());
    expect(Buffer.from(draw()).toString('hex')).toContain(
      Buffer.from('PLTE\u00ff\u00ff\u00ff\0\0\0', 'latin1').toString('hex'),
    );
  });
});
