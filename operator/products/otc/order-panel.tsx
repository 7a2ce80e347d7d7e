import { useState } from 'react'
import {
  consoleOtcAccount,
  consoleOtcImage,
  consoleOtcOrder,
  disputeConsoleOtc,
  type OtcOrderCheck,
  payConsoleOtc,
  proposeOtcEnd,
  writeConsoleOtc,
} from '#domain/otc/console.ts'
import { MAX_TEXT } from '#domain/otc/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiMutation, useApiQuery, useHttpClient } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { useLoggedLook } from '../../app/use-logged-look.ts'
import { amountText, momentUtc } from '../../format.ts'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { SubjectProposal } from '../../pages/proposal-panel.tsx'
import { t } from '../../texts.ts'
import { CustomerLink } from '../../ui/customer-link.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { LoggedPicture } from '../../ui/logged-picture.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Risks } from '../../ui/risks.tsx'
import { Answered, Refused } from '../../ui/states.tsx'

/** One order with what both sides wrote and sent, and what the viewer can do. Asked again after each decision, and logged each time. */
export function OrderPanel({ id, onClose }: { id: string; onClose(): void }) {
  const call = useApiQuery(consoleOtcOrder, { id })
  const again = () => void call.refetch()
  return (
    <Panel
      title={t('otc.panel_order', { reference: call.data?.reference ?? '' })}
      onClose={onClose}
      foot={call.data && <Foot order={call.data} onDone={again} />}
      beside={call.data && <Written order={call.data} />}
    >
      <Answered call={call}>{(order) => <Facts order={order} />}</Answered>
    </Panel>
  )
}

/** A side: whom the platform verified, and the masked contact that leads to them. */
const Side = ({ name, id, verified }: { name: string; id: string | null; verified: string | null }) => (
  <>
    {verified !== null && <span className="block font-semibold">{verified}</span>}
    {id === null ? name : <CustomerLink id={id}>{name}</CustomerLink>}
  </>
)

function Facts({ order }: { order: OtcOrderCheck }) {
  const { amount, currency, total, fiat, price, outcome, why, payerName, payerNameDiffers } = order
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-2">
        <span className="figures text-28 font-semibold">{amountText(amount, currency)}</span>
        <span className="text-13 text-t3">{t(`otc.status_${order.status}`)}</span>
      </p>
      {order.disputeReason !== null && (
        <div className="py-3 text-15">
          <p className="font-semibold">
            {t('otc.disputed', { side: t(`otc.by_${order.disputedBy ?? 'buyer'}`) })}
          </p>
          <p className="break-words">“{order.disputeReason}”</p>
          {order.isLate && <p className="pt-1 text-13 text-t2">{t('otc.late_note')}</p>}
        </div>
      )}
      <Risks risk={order.risk} />
      <SubjectProposal proposal={order.proposal} />
      <KeyValue
        ruled
        lines={[
          {
            name: t('otc.buyer'),
            value: <Side name={order.buyer} id={order.buyerId} verified={order.buyerName} />,
          },
          payerName !== null && {
            name: t('otc.payer_name'),
            value: (
              <>
                {payerName}
                {payerNameDiffers && (
                  <span className="block text-12 text-danger">{t('otc.payer_differs')}</span>
                )}
              </>
            ),
          },
          {
            name: t('otc.seller'),
            value: <Side name={order.seller} id={order.sellerId} verified={order.sellerName} />,
          },
          { name: t('otc.account'), value: order.account },
          { name: t('otc.total'), value: amountText(total, fiat), isStrong: true },
          { name: t('otc.price'), value: price },
          { name: t('otc.placed_at'), value: utcMinute(order.placedAtMs) },
          { name: t('otc.pay_by'), value: momentUtc(order.payByMs) },
          order.paidAtMs !== null && { name: t('otc.paid_at'), value: momentUtc(order.paidAtMs) },
          order.endedAtMs !== null && { name: t('otc.ended_at'), value: momentUtc(order.endedAtMs) },
          outcome !== null && { name: t('otc.outcome'), value: t(`otc.outcome_${outcome}`), isStrong: true },
          why !== null && { name: t('otc.why'), value: why },
        ]}
      />
      {order.actions.includes('seeAccount') && <Account id={order.id} />}
    </>
  )
}

/** What both sides wrote and sent: read beside the names and the sums. */
function Written({ order }: { order: OtcOrderCheck }) {
  return (
    <>
      {order.evidence.length > 0 && (
        <section className="pb-4">
          <h3 className="pb-2 text-15 font-semibold">{t('otc.evidence')}</h3>
          {order.evidence.map((image) => (
            <Picture key={image} id={order.id} image={image} />
          ))}
        </section>
      )}
      <section className="max-xl:pt-4" aria-label={t('otc.messages')}>
        <h3 className="pb-2 text-15 font-semibold">{t('otc.messages')}</h3>
        <ul className="flex flex-col gap-2">
          {order.messages.map(({ id, from, event, text, image, atMs }) => (
            <li key={id} className="text-13">
              <span className="text-t3">
                {t(`otc.from_${from}`)} · {momentUtc(atMs)}
              </span>
              {event !== null && <p className="text-t2">{t(`otc.status_${event}`)}</p>}
              {text !== null && <p className="break-words">{text}</p>}
              {image !== null && <Picture id={order.id} image={image} />}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

/** A picture of what was written. */
function Picture({ id, image }: { id: string; image: string }) {
  const http = useHttpClient()
  return (
    <LoggedPicture
      load={() => http.requestFile(consoleOtcImage, { id, image })}
      alt={t('otc.picture_alt')}
      action={t('otc.picture')}
      note={t('otc.picture_note')}
    />
  )
}

/** Where the platform pays what it buys, once somebody asks for it. */
function Account({ id }: { id: string }) {
  const [isSeen, see] = useState(false)
  const call = useLoggedLook(consoleOtcAccount, { id }, isSeen)
  if (!isSeen)
    return (
      <div className="pt-4">
        <Button className="w-full" onClick={() => see(true)}>
          {t('otc.see_account')}
        </Button>
        <p className="pt-1 text-12 text-t3">{t('otc.see_account_note')}</p>
      </div>
    )
  return (
    <Answered call={call}>
      {({ lines }) => (
        <KeyValue
          lines={lines.map(({ name, value }) => ({
            name:
              name === 'name' ? t('otc.account_name') : name === 'number' ? t('otc.account_number') : name,
            value: <span className="break-all">{value}</span>,
          }))}
        />
      )}
    </Answered>
  )
}

function Foot({ order: { id, actions, proposal }, onDone }: { order: OtcOrderCheck; onDone(): void }) {
  return (
    <div className="flex flex-col gap-4">
      {proposal?.status === 'pending' ? (
        <ProposalDecision proposal={proposal} approveLabel={t('otc.approve')} note={t('otc.check_note')} />
      ) : (
        <>
          {actions.includes('pay') && <Pay id={id} onDone={onDone} />}
          {actions.includes('dispute') && (
            <Claim id={id} mayRelease={actions.includes('release')} onDone={onDone} />
          )}
          {actions.includes('decide') && <Verdict id={id} onDone={onDone} />}
        </>
      )}
      {actions.includes('write') && <Write id={id} onDone={onDone} />}
    </div>
  )
}

function Pay({ id, onDone }: { id: string; onDone(): void }) {
  const paying = useApiMutation(payConsoleOtc)
  return (
    <div>
      <Button
        kind="primary"
        className="w-full"
        isPending={paying.isPending}
        onClick={async () => {
          if (await paying.send({ id })) onDone()
        }}
      >
        {t('otc.pay')}
      </Button>
      <Refused error={paying.error} />
    </div>
  )
}

/** What is said to be paid and has the platform as a side: the maker's word to release what it sold, or a dispute. */
function Claim({ id, mayRelease, onDone }: { id: string; mayRelease: boolean; onDone(): void }) {
  const released = useDecisionChoice(proposeOtcEnd, {
    ...{ label: t('otc.release'), isPrimary: true, done: t('proposal.proposed'), onDone },
    input: { id, settledAs: 'released' as const },
  })
  const disputed = useDecisionChoice(disputeConsoleOtc, {
    ...{ label: t('otc.dispute'), input: { id }, done: t('otc.dispute_done'), onDone },
  })
  return (
    <Decision
      note={t(mayRelease ? 'otc.claim_note' : 'otc.dispute_note')}
      choices={mayRelease ? [disputed, released] : [disputed]}
    />
  )
}

/** The maker's word on where the coin of a dispute goes. */
function Verdict({ id, onDone }: { id: string; onDone(): void }) {
  const done = t('proposal.proposed')
  const released = useDecisionChoice(proposeOtcEnd, {
    ...{ label: t('otc.decide_buyer'), isPrimary: true, done, onDone },
    input: { id, settledAs: 'released' as const },
  })
  const returned = useDecisionChoice(proposeOtcEnd, {
    ...{ label: t('otc.decide_seller'), done, onDone },
    input: { id, settledAs: 'returned' as const },
  })
  return <Decision note={t('otc.decide_note')} choices={[returned, released]} />
}

function Write({ id, onDone }: { id: string; onDone(): void }) {
  const [text, setText] = useState('')
  const writing = useApiMutation(writeConsoleOtc)
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={async (event) => {
        event.preventDefault()
        const typed = text.trim()
        if (typed === '' || !(await writing.send({ id, text: typed }))) return
        // The next message may have been begun meanwhile.
        setText((now) => (now.trim() === typed ? '' : now))
        onDone()
      }}
    >
      <TextArea
        label={t('otc.write')}
        maxLength={MAX_TEXT}
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\s*\n\s*/g, ' '))}
      />
      <Refused error={writing.error} />
      <Button type="submit" size="small" disabled={text.trim() === ''} isPending={writing.isPending}>
        {t('otc.send')}
      </Button>
    </form>
  )
}
