import { TicketPercent } from 'lucide-react'
import { consoleClaims, consoleCoupons, consoleCouponUses } from '#domain/coupon/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { CampaignsPage } from './campaigns-page.tsx'
import { ClaimsPage, ClaimsTable } from './claims-table.tsx'
import { UsesPage, UsesTable } from './uses-table.tsx'

/** Coupons: campaigns, what customers have of them, and what these did in orders. */
export const coupon: Product = {
  name: 'coupon',
  title: t('coupon.title'),
  pages: [
    {
      ...{ path: '/coupons', name: t('coupon.campaigns'), icon: TicketPercent },
      ...{ component: CampaignsPage, endpoint: consoleCoupons },
    },
    {
      ...{ path: '/coupons/claims', name: t('coupon.claims'), icon: TicketPercent },
      ...{ component: ClaimsPage, endpoint: consoleClaims },
    },
    {
      ...{ path: '/coupons/uses', name: t('coupon.uses'), icon: TicketPercent },
      ...{ component: UsesPage, endpoint: consoleCouponUses },
    },
  ],
  customerTabs: [
    { id: 'coupons', name: t('coupon.claims'), endpoint: consoleClaims, Tab: ClaimsTable },
    { id: 'coupon-uses', name: t('coupon.uses'), endpoint: consoleCouponUses, Tab: UsesTable },
  ],
  subjects: {
    'coupon-campaign': {
      label: (text) => (text.startsWith('new:') ? t('coupon.subject_new') : t('coupon.subject', { text })),
      to: (text) => (text.startsWith('new:') ? '/coupons' : `/coupons?at=${text}`),
    },
  },
  proposals: {
    label: t('coupon.proposal'),
    tab: 'products',
    kinds: { 'coupon-create': t('coupon.proposal_create') },
  },
  funds: [
    { name: 'coupon', label: t('coupon.fund') },
    { name: 'coupon-reserve', label: t('coupon.fund_reserve') },
  ],
}
