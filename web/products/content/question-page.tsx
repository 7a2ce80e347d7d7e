import { useQueryClient } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { type FaqItem, faq, rateFaq } from '#domain/content/published.ts'
import { locales } from '#domain/language.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { contentLink } from '#web/features/content/content-link.tsx'
import { InEnglish } from '#web/features/content/in-english.tsx'
import { RichText } from '#web/features/content/rich-text.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** One question, `?id=`, with its answer, whether it helped, and the way to support. */
export default function QuestionPage() {
  const { t } = useTexts()
  const id = useSearchParams()[0].get('id')
  const { data, error, refetch } = useApiQuery(faq, {})
  const item = data?.items.find((one) => one.id === id)
  return (
    <>
      <AppBar title={t('site_pages.question')} />
      <main className="pb-10">
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows count={4} />
        ) : item ? (
          <article className="gutter pt-2">
            <InEnglish language={item.language} />
            <h2 lang={locales[item.language]} className="pb-4 text-20 font-semibold text-balance">
              {item.title}
            </h2>
            <RichText content={item.content} language={item.language} link={contentLink} />
            <Helpful item={item} />
            <div className="flex flex-wrap gap-2 pt-4">
              <ButtonLink size="small" to={toPage('pages/kefu/index')}>
                {t('site_pages.ask_support')}
              </ButtonLink>
              <ButtonLink size="small" to={toPage('pages/common/faq')}>
                {t('site_pages.all_questions')}
              </ButtonLink>
            </div>
          </article>
        ) : (
          <EmptyState
            title={t('site_pages.not_found')}
            action={{ label: t('site_pages.all_questions'), to: toPage('pages/common/faq') }}
          />
        )}
      </main>
    </>
  )
}

/** Whether it helped: asked of customers, of whom each is counted once. */
function Helpful({ item: { id, wasHelpful } }: { item: FaqItem }) {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  const queries = useQueryClient()
  const rating = useApiMutation(rateFaq)
  if (!isSignedIn)
    return (
      <p className="mt-8 border-t border-line pt-4 text-13 text-t2">
        {t('site_pages.rate_signed_out')}{' '}
        <Link to={toPage('pages/common/login')} className="text-t1 underline underline-offset-4">
          {t('common.sign_in')}
        </Link>
      </p>
    )
  async function say(isHelpful: boolean) {
    const done = await rating.send({ questionId: id, isHelpful: isHelpful ? '1' : '0' })
    if (done) await queries.invalidateQueries({ queryKey: [faq.path] })
  }
  return (
    <section aria-label={t('site_pages.helped')} className="mt-8 border-t border-line pt-4">
      <h3 className="text-15 font-semibold">{t('site_pages.helped')}</h3>
      <div className="flex gap-2 pt-3">
        {[true, false].map((isHelpful) => (
          <Button
            key={String(isHelpful)}
            size="small"
            kind={wasHelpful === isHelpful ? 'primary' : 'plain'}
            aria-pressed={wasHelpful === isHelpful}
            className="min-w-20"
            onClick={() => void say(isHelpful)}
          >
            {t(isHelpful ? 'site_pages.yes' : 'site_pages.no')}
          </Button>
        ))}
      </div>
      <p role="status" className="min-h-6 pt-2 text-13 text-t2">
        {wasHelpful !== null && t('site_pages.thanks')}
      </p>
    </section>
  )
}
