import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { allot } from '../domain/ieo/allotment.ts'
import { checkAllotments } from '../domain/ieo/allotment-file.ts'

/**
 * `node scripts/verify-allotment.mjs plumb-allotment-XYZ-1.json`: computes again, without any server, what every
 * subscription of a token sale was allotted. The rule is the very file that the exchange runs. That the list is the one
 * everybody else was given is seen by comparing it with somebody else's. Needs Node 22.18 or newer, which reads TypeScript.
 */
export function verifyAllotment(file) {
  const wrong = checkAllotments(file)
  if (wrong) throw new Error(wrong)
  const { total, left } = allot(
    BigInt(file.supply),
    file.asks.map(([asked]) => BigInt(asked)),
  )
  return [
    `${file.asks.length} subscriptions asked for ${total} ${file.code}; ${file.supply} were shared out`,
    `Left over by rounding, one each to the largest remainders: ${left}`,
    `Subscription ${file.own.position}: asked for ${file.own.asked}, allotted ${file.own.allotted}`,
  ]
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const said = verifyAllotment(JSON.parse(readFileSync(process.argv[2], 'utf8')))
    console.log([...said, 'It checks out.'].join('\n'))
  } catch (error) {
    console.error(`Out of plumb: ${error.message}`)
    process.exitCode = 1
  }
}
