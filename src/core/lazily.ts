/** Loads a part of a room at first use, once. */
export function lazily<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined
  return () => (loaded ??= load())
}
