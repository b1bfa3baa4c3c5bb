/** The version of the package; the build writes it in. */
export const version: string = process.env.NOTIFORM_VERSION ?? 'development';
