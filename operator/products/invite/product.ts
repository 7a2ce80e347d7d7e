import { UserPlus } from 'lucide-react'
import { consoleCommissions } from '#domain/invite/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { CommissionPage } from './commission-page.tsx'
import { CommissionTable } from './commission-table.tsx'

/** Invitations: what customers are paid of the fees of those who came by their code. */
export const invite: Product = {
  name: 'invite',
  title: t('invite.title'),
  pages: [
    {
      ...{ path: '/invite', name: t('invite.title'), icon: UserPlus },
      ...{ component: CommissionPage, endpoint: consoleCommissions },
    },
  ],
  customerTabs: [
    { id: 'invite', name: t('invite.title'), endpoint: consoleCommissions, Tab: CommissionTable },
  ],
  funds: [{ name: 'invite-reserve', label: t('invite.fund') }],
}
