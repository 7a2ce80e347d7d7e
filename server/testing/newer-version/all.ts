export * from '#server/platform/db/migrations/all.ts'
export * as 'z-newer' from './newer.ts'
