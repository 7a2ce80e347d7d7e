import { Link } from 'react-router'
import { firstCopyTerms, maxShareOf } from '#domain/copy/offered-terms.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { equityPercent } from '#web/features/copy/copy-form.ts'
import { dateTime } from '#web/format/time.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { useAgreement } from './use-agreement.ts'

/** A binding text: its version and its clauses. */
export interface AgreementText {
  readonly version: number
  readonly clauses: readonly { readonly title: string; readonly text: readonly string[] }[]
}

const summary = ['what', 'loss', 'limits', 'prices', 'costs', 'stop'] as const

/**
 * One of the two binding texts. In a language that has none of its own, a summary in that language stands before it
 * and says that the text binds.
 */
export function AgreementPage({ agreement, language }: { agreement: AgreementText; language: 'en' | 'zh' }) {
  const { t, language: own } = useTexts()
  const other = language === 'en' ? 'zh' : 'en'
  const hasBinding = own === 'en' || own === 'zh'
  return (
    <>
      <AppBar title={t(`copy_pages.agreement_${language}`)} />
      <main className="flex flex-col gap-5 gutter pt-1 pb-8">
        <div>
          <h2 className="text-20 font-semibold">{t('copy_pages.agreement')}</h2>
          <p className="text-13 text-t2">{t('copy_pages.version', { version: agreement.version })}</p>
        </div>
        {!hasBinding && (
          <section className="flex flex-col gap-2 border-b border-line pb-5">
            <h2 className="text-17 font-semibold">{t('copy_pages.summary')}</h2>
            <p className="text-13 text-t2">{t('copy_pages.summary_why')}</p>
            <ul className="list-disc grid gap-1.5 pl-5 text-15 text-t2 marker:text-t3">
              {summary.map((id) => (
                <li key={id}>{summaryText(id, t)}</li>
              ))}
            </ul>
          </section>
        )}
        <div lang={language} className="flex flex-col gap-5">
          {agreement.clauses.map(({ title, text }, index) => (
            <section key={title}>
              <h2 className="text-17 font-semibold">
                {index + 1}. {title}
              </h2>
              {text.map((paragraph) => (
                <p key={paragraph} className="mt-1.5 text-15 text-t2">
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
        </div>
        <Link
          to={toPage(`pages/follow/agreement_${other}`)}
          replace
          className="flex min-h-11 items-center border-t border-line pt-2 text-15 underline"
        >
          {t(`copy_pages.agreement_${other}`)}
        </Link>
        <Acceptance />
      </main>
    </>
  )
}

/** A line of the summary, with the agreement's own figures. */
function summaryText(id: (typeof summary)[number], t: Translate): string {
  const terms = firstCopyTerms()
  if (id === 'limits') return t('copy_pages.summary_limits', { percent: equityPercent(terms) })
  if (id === 'costs') return t('copy_pages.summary_costs', { percent: maxShareOf(terms) })
  return t(`copy_pages.summary_${id}`)
}

/** What the customer has accepted and when, or the button that does it. */
function Acceptance() {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  const { data, isAccepted, accept, isPending } = useAgreement()
  if (!isSignedIn) return null
  if (!data) return <div className="min-h-12" />
  if (isAccepted)
    return (
      <p role="status" className="min-h-12 text-13 text-t2">
        {t('copy_pages.accepted', { version: data.acceptedVersion, time: dateTime(data.acceptedAtMs!) })}
      </p>
    )
  return (
    <Button
      isPending={isPending}
      onClick={() => void accept().then((isDone) => isDone && toast(t('copy_pages.accepted_now')))}
    >
      {t('copy_pages.accept', { version: data.version })}
    </Button>
  )
}
