import { useQuery } from '@tanstack/react-query'
import type { ArgumentsOf, Endpoint } from '#domain/endpoint.ts'
import { http } from '#web/app/api.ts'
import { useObjectUrl } from '#web/features/files/private-image.tsx'
import { useTexts } from '#web/texts/texts.ts'

/** A picture of a chat, which only its sides see: asked for by a call that answers it. */
export function ChatPicture<E extends Endpoint>({ call, input }: { call: E; input: ArgumentsOf<E> }) {
  const { t } = useTexts()
  const file = useQuery({
    queryKey: [call.path, input],
    queryFn: () => http.requestFile(call, input),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = useObjectUrl(file.data)
  if (!address) return <span className="block size-40 rounded-8 bg-s2" />
  return (
    <a href={address} target="_blank" rel="noreferrer">
      <img src={address} alt={t('chat_pages.picture')} className="max-h-60 rounded-8" />
    </a>
  )
}
