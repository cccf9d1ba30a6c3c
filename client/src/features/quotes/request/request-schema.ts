import { quoteRequest } from '@quickfleet/shared/quotes';
import { todayInZone } from '../../../lib/format.ts';

/** A day that is over cannot be asked for; which day it is, is asked at each check. */
export const requestSchema = () => quoteRequest(todayInZone());
