import type { ReactNode } from 'react'
import { callsOf, type VerificationView } from '#domain/verification/contract.ts'
import { mayDo, type VerificationTier } from '#domain/verification/rules.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { VerificationForm } from './use-form.ts'
import { contactPage, formPage } from './words.ts'

/** The page of a level's form; who has sent it, or has to do something else first, is led there. */
export function LevelForm({
  tier,
  children,
}: {
  tier: VerificationTier
  children(view: VerificationView): ReactNode
}) {
  const { t } = useTexts()
  const state = useApiQuery(callsOf[tier].state, {})
  const view = state.data
  return (
    <SettingsFrame>
      <AppBar title={t(`verification_pages.level_${tier}`)} />
      <main className="gutter max-w-140 pt-2 pb-10">
        {state.isError && !view && <ErrorState error={state.error} onRetry={() => void state.refetch()} />}
        {state.isPending && <SkeletonRows count={5} />}
        {view && mayDo('submit', view.status) && view.needs.length === 0 && children(view)}
        {view && !(mayDo('submit', view.status) && view.needs.length === 0) && (
          <EmptyState
            isSmall
            title={
              mayDo('submit', view.status)
                ? t(`verification_pages.needs_${view.needs[0]!}`)
                : t(`verification_pages.status_${view.status}`)
            }
            action={
              !mayDo('submit', view.status)
                ? {
                    label: t('verification_pages.see_status'),
                    to: toPage('pages/pendingReview/pendingReview'),
                  }
                : view.needs[0] === 'basic'
                  ? { label: t('verification_pages.level_basic'), to: toPage(formPage('basic')) }
                  : { label: t('verification_pages.bind'), to: contactPage(view.needs) }
            }
          />
        )}
      </main>
    </SettingsFrame>
  )
}

/** That what is filled in is kept, so that nothing is lost when the page is. */
export function DraftSaved({ form }: { form: VerificationForm }) {
  const { t } = useTexts()
  return (
    <p role="status" className="min-h-4 text-center text-12 text-t3">
      {form.isKept && t('verification_pages.draft_saved')}
    </p>
  )
}
