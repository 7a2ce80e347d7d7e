import { CircleHelp, History } from 'lucide-react'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconLink } from '#web/ui/icon-button.tsx'
import { ProductList } from './product-list.tsx'
import { RunningSubscriptions } from './running-subscriptions.tsx'

/** The Savings tab: what is held in products and the locked deposits on offer; nothing else is offered yet, and it says so. */
export default function SavingsPage() {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  return (
    <>
      <AppBar title={t('common.tab_savings')} hasBack={false}>
        <IconLink icon={CircleHelp} label={t('earn.how')} to={toPage('pages/lockming/welcome')} />
        {isSignedIn && (
          <IconLink icon={History} label={t('earn.my_deposits')} to={toPage('pages/lockming/order')} />
        )}
      </AppBar>
      <main className="pb-8">
        {isSignedIn && <RunningSubscriptions />}
        <div className="border-b border-line gutter pt-4 pb-2">
          <h2 className="text-15 font-semibold">{t('earn.title')}</h2>
          <p className="text-13 text-t2">{t('earn.title_note')}</p>
        </div>
        <ProductList />
        <p className="gutter pt-2 text-12 text-t3">{t('earn.only_earn')}</p>
      </main>
    </>
  )
}
