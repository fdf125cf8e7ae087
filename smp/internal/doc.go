// Package internal holds the packages of the engines, and no code. Each package may use those below
// it:
//
//	smp             the face: documents, schemas from definitions, errors, JSON text
//	compose         several patches become one, or are in conflict
//	diff   lint     patches between documents, and for a live document; mistakes in a patch
//	apply   keep    a patch changes a document; places of a live document are kept
//	listpatch       the patch of a list: elements with keys, deletions, order
//	stored   pair   values as a server stores them; two patches read together
//	schema          what a schema says about each place
//	listkeys        whether the keys of a patch element and of the element that it finds agree
//	syntax          what a name in a patch map means: field, directive or data
//	identity        which elements of lists are the same; also trace, walk, arrange
//	faults, rule    errors whose path grows on the way back; the ids of the rules
//	model           the values: immutable trees
//
// Package cluster has another engine, which merges like an API server. It has its own apply and
// compose, and uses the packages that they use.
//
// # The way of a patch
//
//	apply.MergeRoot               checks that both documents are maps
//	  Merger.mergeMapText         asks whether a fast path is enough
//	    mergePlainMap             merges a map without directives, or
//	    mergeMapByRules           reads the directives of the map (mapMerge.directed)
//	  mapMerge.field              merges each field: a map is merged in this way again
//	    Merger.MergeList          reads the patch of a list (listpatch.New), and
//	      listMerge.merged        merges its elements: a matcher finds the element for each patch element
//	  mapMerge.merged             returns an edit of the original, which shares what has not changed
//
// A difference is written the other way round (diff.TwoWay): mapDiff and listDiff compare two values
// and write the members of a patch. If another engine reads the patch, it judges the patch before the
// patch is returned. A three-way merge (diff.ThreeWay) first builds the target and then writes the
// difference between the live document and the target.
package internal
