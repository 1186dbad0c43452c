/** Loads a part of a room when it is first needed. `import()` asks the loader every time, which costs a turn more than what it asks for. */
export function lazily<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined
  return () => (loaded ??= load())
}
