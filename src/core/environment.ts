/** The variables of the environment. They are passed in, and never read from the process. */
export type Environment = { readonly [name: string]: string | undefined }
