// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BackedToken} from "./BackedToken.sol";
import {BoundToken} from "./BoundToken.sol";
import {Reserve} from "./Reserve.sol";
import {Settlement} from "./Settlement.sol";

/// @title GAE: one gram held under a gold accumulation plan
/// @notice Units of holdings of one-off or monthly plans, top-ups included; they move only as the books do.
contract GAE is BoundToken {
    /// @notice Ties the token to its reserve and to the wallets, for good.
    /// @param reserve Where the cap comes from.
    /// @param settlement Whose first wallet is the treasury.
    /// @param keys Who may do what.
    constructor(Reserve reserve, Settlement settlement, Keys memory keys)
        BackedToken("GAE", "GAE", reserve, settlement, keys)
    {}

    /// @notice One unit is one gram.
    function unitsAreGrams() external pure override returns (bool) {
        return true;
    }
}
