import type { FitOf, PlanFit } from '@quickfleet/shared/delivery/planning/plans';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { trpc } from '../../lib/api/trpc.ts';

const FRESH_MS = 20_000;
type Asked = Pick<
  FitOf,
  | 'pickupAddress'
  | 'deliveryAddress'
  | 'parcels'
  | 'weightKg'
  | 'needs'
  | 'deliveryDate'
  | 'pickupWindow'
  | 'deliveryWindow'
  | 'items'
>;
export type FitQuestion = Asked;

/** Whether one more order can still be done; undefined until it is known, and while nothing is asked. */
export function useFit(asked: Asked | undefined): PlanFit | undefined {
  const { client } = trpc.useUtils();
  const { data } = useQuery({
    queryKey: ['plans.fit', asked],
    queryFn: () => (asked ? client.plans.fit.mutate(asked) : undefined),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: false,
  });
  return asked && data;
}

/** What a form asks about: nothing before it has both addresses, and of numbers only what is one. */
export function fitAsked(order: {
  pickupAddress: string;
  deliveryAddress: string;
  parcels?: string | number | null;
  weightKg: string | number | null;
  needs: string | readonly string[];
  deliveryDate?: string | null | undefined;
  pickupWindow?: Asked['pickupWindow'];
  deliveryWindow?: Asked['deliveryWindow'];
  items?: readonly { quantity: string | number }[];
}): Asked | undefined {
  const { pickupAddress, deliveryAddress, deliveryDate, pickupWindow, deliveryWindow } = order;
  if (!pickupAddress.trim() || !deliveryAddress.trim()) return undefined;
  const whole = (typed: string | number | null | undefined) => {
    const number = Number(typed);
    return Number.isInteger(number) && number >= 1 && number <= 999 ? number : undefined;
  };
  const kilos = Number(String(order.weightKg ?? '').replace(',', '.'));
  const needs = typeof order.needs === 'string' ? order.needs.split(',') : order.needs;
  return {
    ...{ pickupAddress, deliveryAddress, deliveryDate, pickupWindow, deliveryWindow },
    parcels: whole(order.parcels),
    weightKg: kilos > 0 && kilos <= 100_000 ? Math.round(kilos * 1000) / 1000 : null,
    needs: needs.map((word) => word.trim()).filter(Boolean),
    items: order.items?.map(({ quantity }) => ({ quantity: whole(quantity) ?? 1 })),
  };
}
