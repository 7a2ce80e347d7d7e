import { consoleRecovery } from '#domain/recovery/console.ts'
import { recoveryReference } from '#domain/user/recovery.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { RecoveryPanel } from './recovery-panel.tsx'

/** Customers who lost what signs in. */
export const recovery: Product = {
  name: 'recovery',
  group: 'customers',
  title: t('recovery.title'),
  // It has no list of its own: what waits is found in the queue.
  references: { R: '/review' },
  requests: { label: t('recovery.request'), Panel: RecoveryPanel, endpoint: consoleRecovery },
  proposals: {
    label: t('recovery.title'),
    tab: 'products',
    kinds: { 'recovery-grant': t('recovery.kind_grant') },
  },
  subjects: {
    recovery: {
      label: (text) => t('recovery.panel', { reference: recoveryReference(BigInt(text)) }),
      to: (text) => `/review?tab=all&at=recovery-${text}`,
    },
  },
}
