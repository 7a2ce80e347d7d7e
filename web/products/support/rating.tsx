import { useQueryClient } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { rateSupport, type SupportConversation, supportState } from '#domain/support/contract.ts'
import { MAX_STARS } from '#domain/support/rules.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'

const stars = Array.from({ length: MAX_STARS }, (_, index) => index + 1)

/** Asks how a conversation went, once it is over. */
export function Rating({ conversation: { id, stars: given } }: { conversation: SupportConversation }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const rating = useApiMutation(rateSupport)
  return (
    <section className="flex flex-col items-center py-2">
      <h2 className="text-15 font-semibold">
        {t(given === null ? 'support_pages.rate' : 'support_pages.rated')}
      </h2>
      <fieldset aria-label={t('support_pages.rate')} className="flex">
        {stars.map((count) => (
          <button
            key={count}
            type="button"
            aria-label={t('support_pages.stars', { count })}
            aria-pressed={given === count}
            disabled={rating.isPending}
            className="press flex size-11 items-center justify-center rounded-12"
            onClick={async () => {
              const state = await rating.send({ id, stars: String(count) })
              if (state) queries.setQueryData([supportState.path, {}], state)
            }}
          >
            <Star
              aria-hidden
              size={22}
              className={count <= (given ?? 0) ? 'fill-gold text-gold' : 'text-t2'}
            />
          </button>
        ))}
      </fieldset>
    </section>
  )
}
