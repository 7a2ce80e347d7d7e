interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const closures = new Map<string, Set<string>>()

/** Whether a page imports a module, directly or through others; the page itself does not count. */
export function isImportedBy(page: string, id: string, graph: ModuleGraph): boolean {
  let needed = closures.get(page)
  if (!needed) {
    needed = new Set(graph.getModuleInfo(page)?.importedIds)
    // Iterating a Set also visits entries added meanwhile.
    for (const module of needed)
      for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) needed.add(imported)
    closures.set(page, needed)
  }
  return needed.has(id)
}
