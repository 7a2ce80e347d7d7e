import { CircleHelp, History } from 'lucide-react'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconLink } from '#web/ui/icon-button.tsx'
import { locked } from './locked/locked.ts'
import { OwnQuantization } from './quantization/own-quantization.tsx'
import { ActiveSubscriptions } from './term/active-subscriptions.tsx'
import type { AppTermKind } from './term/kind.ts'
import { ProductList } from './term/product-list.tsx'

/** Every kind of term product that is offered, in the order of the page. */
const kinds: readonly AppTermKind[] = [locked]

/** The Savings tab: what is held in products of each kind and what is on offer; nothing else is yet, and it says so. */
export default function SavingsPage() {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  return (
    <>
      <AppBar title={t('common.tab_savings')} hasBack={false}>
        <IconLink icon={CircleHelp} label={t(locked.texts.howItWorks)} to={toPage(locked.pages.howItWorks)} />
        {isSignedIn && (
          <IconLink icon={History} label={t(locked.texts.own)} to={toPage(locked.pages.subscriptions)} />
        )}
      </AppBar>
      <main className="pb-8">
        {kinds.map((kind) => (
          <section key={kind.texts.title} aria-label={t(kind.texts.title)}>
            {isSignedIn && <ActiveSubscriptions kind={kind} />}
            <div className="border-b border-line gutter pt-4 pb-2">
              <h2 className="text-15 font-semibold">{t(kind.texts.title)}</h2>
              <p className="text-13 text-t2">{t(kind.texts.note)}</p>
            </div>
            <ProductList kind={kind} />
          </section>
        ))}
        {isSignedIn && <OwnQuantization />}
        <p className="gutter pt-2 text-12 text-t3">{t('earn_pages.only_earn')}</p>
      </main>
    </>
  )
}
