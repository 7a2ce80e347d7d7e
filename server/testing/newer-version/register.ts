import { registerHooks } from 'node:module'

/**
 * Loaded before a server (`NODE_OPTIONS=--import=…`), makes it a newer version of itself: one that has a migration more.
 */
registerHooks({
  resolve(specifier, context, next) {
    const isTheList =
      specifier === './migrations/all.ts' && context.parentURL?.endsWith('/server/platform/db/migrate.ts')
    return next(isTheList ? new URL('all.ts', import.meta.url).href : specifier, context)
  },
})
