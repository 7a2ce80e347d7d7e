import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Where the recorded market data is: `MARKET_DATA_DIR`, or `../shared/data` beside the project. It is not
 * part of the project; what needs it says so when it is missing.
 */
export const recordedDataFolder = resolve(process.env.MARKET_DATA_DIR ?? '../shared/data')

export const isRecordedDataHere = existsSync(resolve(recordedDataFolder, 'manifest.json'))
