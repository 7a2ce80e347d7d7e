import type { SaleStatus } from '#domain/sale/rules.ts'
import { useTexts } from '#web/texts/texts.ts'

/** How far a sale is, in words. */
export function StatusText({ status }: { status: SaleStatus }) {
  const { t } = useTexts()
  const look = status === 'returned' ? 'text-danger' : status === 'paid' ? 'text-t1' : 'text-t2'
  return <span className={look}>{t(`sale_pages.status_${status}`)}</span>
}
