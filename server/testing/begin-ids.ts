import { beginIds } from '#server/platform/ids.ts'

/* Imported for its effect, before each file: files share a process, and one may have made ids by a clock ahead. */
beginIds()
