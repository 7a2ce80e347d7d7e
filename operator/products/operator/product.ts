import { UserCog } from 'lucide-react'
import { consoleOperators } from '#domain/operator/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { OperatorsPage } from './operators-page.tsx'

/** Who works at the console. */
export const operator: Product = {
  name: 'operator',
  group: 'records',
  title: t('operator.title'),
  pages: [
    {
      path: '/operators',
      name: t('operator.title'),
      icon: UserCog,
      component: OperatorsPage,
      endpoint: consoleOperators,
    },
  ],
  proposals: {
    label: t('operator.proposal'),
    tab: 'products',
    kinds: {
      'operator-add': t('operator.kind_add'),
      'operator-roles': t('operator.kind_roles'),
      'operator-sessions': t('operator.kind_sessions'),
      'operator-disable': t('operator.kind_disable'),
      'operator-setup': t('operator.kind_setup'),
    },
  },
  subjects: {
    operator: {
      label: (id) => (id === 'unknown' ? t('operator.subject_unknown') : t('operator.subject', { text: id })),
      to: (id) => (id === 'unknown' ? undefined : `/operators?at=${id}`),
    },
    'operator-new': { label: (email) => t('operator.subject_new', { text: email }), to: () => '/operators' },
  },
}
