import { createInterface } from 'node:readline'
import { assetOf } from '#domain/chain/chains.ts'
import { parseDecimal } from '#domain/money/amount.ts'
import { startAnvil } from './anvil.ts'
import { startLitecoind } from './litecoind.ts'

/** `npm run chain -- anvil|usdt|litecoind`: a chain of its own to try deposits on by hand. */

const BLOCK_EVERY_MS = 3_000

const kinds = {
  anvil: { start: () => startAnvil(), asset: assetOf('Ethereum', 'ETH')!.asset, example: '1.5' },
  usdt: { start: () => startAnvil({ token: true }), asset: assetOf('ERC20', 'USDT')!.asset, example: '250' },
  litecoind: { start: startLitecoind, asset: assetOf('Litecoin', 'LTC')!.asset, example: '0.5' },
}

const kind = kinds[process.argv[2] as keyof typeof kinds]
if (!kind) {
  console.error(`npm run chain -- ${Object.keys(kinds).join(' | ')}`)
  process.exit(1)
}
const chain = await kind.start().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
const settings = Object.entries(chain.env).map(([name, value]) => `${name}='${value}'`)
console.log(`Start Plumb in another terminal with\n\n  ${settings.join(' \\\n  ')} npm start\n`)
console.log(
  `Then type here: ADDRESS AMOUNT, such as ADDRESS ${kind.example}. An empty line adds a block at once. Ctrl+C ends it.`,
)

const blocks = setInterval(() => void chain.mine().catch(complain), BLOCK_EVERY_MS)
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => void (line.trim() ? pay(line) : chain.mine()).catch(complain))
process.once('SIGINT', () => void end())
lines.once('close', () => void end())

async function pay(line: string): Promise<void> {
  const [address, typed] = line.trim().split(/\s+/)
  const amount = parseDecimal(typed ?? '', kind!.asset.decimals)
  if (!address || !amount) return console.log('ADDRESS AMOUNT')
  console.log(`sent: ${await chain.pay(address, amount)}`)
}

function complain(error: Error): void {
  console.error(error.message)
}

async function end(): Promise<void> {
  clearInterval(blocks)
  await chain.stop()
  process.exit(0)
}
