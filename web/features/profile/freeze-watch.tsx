import { lazy, Suspense } from 'react'
import { accountFreeze } from '#domain/user/freeze.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { loadArea } from '#web/texts/texts.ts'

/** Its words are not worth loading for who has not frozen the account. */
const FreezeBanner = lazy(
  async () => (await Promise.all([import('./freeze-banner.tsx'), loadArea('security_pages')]))[0],
)

/** Says on every page that the account is frozen. */
export default function FreezeWatch() {
  const freeze = useApiQuery(accountFreeze, {})
  if (freeze.data?.frozenSinceMs == null) return null
  return (
    <Suspense>
      <FreezeBanner />
    </Suspense>
  )
}
