/** The version of the package; the build writes it in. */
export const version: string = process.env.NOTIFORM_VERSION ?? 'development';
/** A digest of the program's sources; the build writes it in. Undefined if the program runs from its sources. */
export const build: string | undefined = process.env.NOTIFORM_BUILD;
