import { useSearchParams } from 'react-router'
import { coupons } from '#domain/coupon/contract.ts'
import { type CouponTab, couponTabs } from '#domain/coupon/words.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ClaimForm } from './claim-form.tsx'
import { CouponCard } from './coupon-card.tsx'

/** The customer's coupons by what can be done with them, and a code to claim. `?order=` names a trial's savings order. */
export default function CouponPage() {
  const { t } = useTexts()
  const [chosen, setTab] = useUrlChoice('tab', couponTabs)
  // A statement's link names the order alone: it is of a coupon that was used.
  const [search] = useSearchParams()
  const order = search.get('order') ?? undefined
  const tab = order !== undefined && !search.has('tab') ? 'used' : chosen
  return (
    <SettingsFrame>
      <AppBar title={t('coupon_pages.title')} />
      <main className="max-w-180 pb-8">
        <ClaimForm />
        <UnderlineTabs
          label={t('coupon_pages.title')}
          choices={couponTabs.map((id) => ({ id, label: t(`coupon_pages.tab_${id}`) }))}
          value={tab}
          onChange={setTab}
        />
        <Coupons key={tab} tab={tab} order={order} />
      </main>
    </SettingsFrame>
  )
}

function Coupons({ tab, order }: { tab: CouponTab; order: string | undefined }) {
  const { t } = useTexts()
  return (
    <PagedList
      list={usePagedList(coupons, { status: tab, limit: '20' })}
      empty={<EmptyState title={t(`coupon_pages.empty_${tab}`)} text={t('coupon_pages.empty_why')} />}
      more={t('common.more')}
    >
      {(list) => (
        <ul className="flex flex-col gap-3 gutter pt-4">
          {list.map((coupon) => (
            <li key={coupon.id}>
              <CouponCard coupon={coupon} isNamed={coupon.order !== null && coupon.order.id === order} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
