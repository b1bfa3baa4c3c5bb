// Loads string-width when the first text is measured with it.
let stringWidth;

module.exports = (text) => {
  stringWidth ??= require('string-width').default;
  return stringWidth(text);
};
