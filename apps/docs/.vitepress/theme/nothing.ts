/** Replaces parts of the theme that the site does not use. */
export default { render: () => null };
