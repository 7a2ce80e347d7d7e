import { Hourglass } from 'lucide-react'
import { consoleLevels } from '#domain/queue/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { LevelsPage } from './levels-page.tsx'

/** How long what waits for operators may wait. */
export const queue: Product = {
  name: 'queue',
  group: 'records',
  title: t('queue.title'),
  pages: [
    {
      path: '/service-levels',
      name: t('queue.title'),
      icon: Hourglass,
      component: LevelsPage,
      endpoint: consoleLevels,
    },
  ],
  proposals: { label: t('queue.proposal'), tab: 'products', kinds: { 'queue-level': t('queue.kind_level') } },
  subjects: {
    queue: {
      label: (name) => t('queue.subject', { text: name }),
      to: (name) => `/service-levels?at=${name}`,
    },
  },
}
