import { subjectsOf } from '#server/console/subjects.ts'

/** Loans as subjects of proposals and of the audit log. */
export const subjects = subjectsOf('loan')
