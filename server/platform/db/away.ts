/** PostgreSQL's and the network's ways to say that the database cannot answer now. */
const DATABASE_AWAY =
  /^(08|57P|53|58)|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOSPC|Connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable|the database is closed|No space left/

/** Whether an error means that the database is away or out of room, and may come back. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return DATABASE_AWAY.test(code ?? '') || DATABASE_AWAY.test(message ?? '')
}

/** Whether a transaction was ended for another's sake: a deadlock was broken here, or what was read has changed. */
export const isVictim = (error: unknown): boolean => /^(40001|40P01)$/.test(codeOf(error))

/** Whether others were in the way for too long, or were preferred: nothing has happened, and may be tried again. */
export const isHeldUp = (error: unknown): boolean =>
  isVictim(error) || /^(55P03|57014|25P03)$/.test(codeOf(error))

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? ''
