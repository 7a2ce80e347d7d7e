import { t } from '../texts.ts'
import { customerColumn } from './customer-link.tsx'
import type { Column } from './table.tsx'

/** A table of all customers' records says whose each is; that of one customer asks for theirs alone. */
export const ofCustomer = <Row extends { readonly customerId: string; readonly contact: string }>(
  customer: string | undefined,
  columns: readonly Column<Row>[],
): { readonly columns: Column<Row>[]; readonly fixed: Readonly<Record<string, string>> } =>
  customer === undefined
    ? { columns: [customerColumn(t('customers.column_customer')), ...columns], fixed: {} }
    : { columns: [...columns], fixed: { customer } }
