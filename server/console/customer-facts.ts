import type { CustomerFigure, CustomerPayee } from '#domain/console/customer.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Db } from '#server/platform/db/database.ts'

/** The figures of a customer's that a product has, as it shows them to who decides on a request. */
export type CustomerFigures = (
  db: Db,
  customer: CustomerId,
  nowMs: number,
) => Promise<readonly CustomerFigure[]>

/** Where a product would send a customer's money: what they saved and did not remove, newest first. */
export type CustomerPayees = (db: Db, customer: CustomerId) => Promise<readonly CustomerPayee[]>
