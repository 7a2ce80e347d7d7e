import { Button, ButtonLink } from './button.tsx'
import { PlumbLine } from './plumb-line.tsx'

interface EmptyStateProps {
  title: string
  /** One sentence. */
  text?: string
  /** One thing to do. */
  action?: { label: string; to: string } | { label: string; onClick(): void }
  /** Shorter, for a part of a page; its action is not the page's primary one. */
  isSmall?: boolean
}

/** Nothing here yet: a grey cord with a hollow bob, one sentence, one action. */
export function EmptyState({ title, text, action, isSmall = false }: EmptyStateProps) {
  const kind = isSmall ? 'plain' : 'primary'
  const size = isSmall ? 'small' : 'normal'
  return (
    <div className="flex flex-col items-center gutter pb-8 text-center">
      <PlumbLine meaning="empty" length={isSmall ? 72 : 196} size={isSmall ? 14 : 22} />
      <h2
        className={
          isSmall ? 'mt-4 text-15 font-semibold text-balance' : 'mt-8 text-17 font-semibold text-balance'
        }
      >
        {title}
      </h2>
      {text && (
        <p className={`mt-1.5 max-w-72 text-balance text-t2 ${isSmall ? 'text-13' : 'text-15'}`}>{text}</p>
      )}
      {action && (
        <div className={isSmall ? 'mt-4' : 'mt-6'}>
          {'to' in action ? (
            <ButtonLink kind={kind} size={size} to={action.to} className="px-8">
              {action.label}
            </ButtonLink>
          ) : (
            <Button kind={kind} size={size} onClick={action.onClick} className="px-8">
              {action.label}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
