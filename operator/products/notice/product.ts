import { consoleNotices } from '#domain/notice/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { CustomerNotices } from './customer-notices.tsx'

/** What customers were told. */
export const notice: Product = {
  name: 'notice',
  group: 'customers',
  title: t('notice.title'),
  customerTabs: [{ id: 'notices', name: t('notice.title'), endpoint: consoleNotices, Tab: CustomerNotices }],
}
