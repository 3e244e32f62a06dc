// Google's answers for the fonts of Next's templates, because builds here reach no other host.
const css = (family) =>
  `@font-face { font-family: '${family}'; font-style: normal; font-weight: 100 900; font-display: swap; ` +
  `src: local('${family}'); }`;
const address = (family, weights) =>
  `https://fonts.googleapis.com/css2?family=${family.replace(' ', '+')}${weights}&display=swap`;

module.exports = Object.fromEntries(
  ['Geist', 'Geist Mono', 'Inter'].map((family) => [address(family, ':wght@100..900'), css(family)]),
);
