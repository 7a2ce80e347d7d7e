export * from '#server/platform/db/migrations/all.ts'
export * as '9999-newer' from './newer.ts'
