import { CircleAlert } from 'lucide-react'
import { Button } from './button.tsx'

/** A part of a page whose call failed: why, and a way to try again. */
export function Failed({ text, retry, onRetry }: { text: string; retry: string; onRetry(): void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 gutter py-10 text-center">
      <CircleAlert aria-hidden size={24} className="text-danger" />
      <p className="max-w-72 text-15 text-t2">{text}</p>
      <Button size="small" onClick={onRetry}>
        {retry}
      </Button>
    </div>
  )
}
