const mantine = require('postcss-preset-mantine');
const simpleVars = require('postcss-simple-vars');

/** Declarations that a mixin makes come from nowhere; Vite asks each for its file, and warns where there is none. */
const sourceOfMixins = {
  postcssPlugin: 'source-of-mixins',
  OnceExit(root) {
    root.walkDecls((declaration) => {
      declaration.source ??= declaration.parent?.source ?? root.source;
      if (!declaration.source.input.file) declaration.source = root.source;
    });
  },
};

module.exports = {
  plugins: [
    mantine(),
    simpleVars({
      variables: {
        'mantine-breakpoint-xs': '36em',
        'mantine-breakpoint-sm': '48em',
        'mantine-breakpoint-md': '62em',
        'mantine-breakpoint-lg': '75em',
        'mantine-breakpoint-xl': '88em',
      },
    }),
    sourceOfMixins,
  ],
};
