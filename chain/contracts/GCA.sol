// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BackedToken} from "./BackedToken.sol";
import {BoundToken} from "./BoundToken.sol";
import {Reserve} from "./Reserve.sol";
import {Settlement} from "./Settlement.sol";

/// @title GCA: one gram held under a Gold Convert contract
/// @notice Units of holdings that came from QMGT or from payments; they move only as the books do.
contract GCA is BoundToken {
    /// @notice Ties the token to its reserve and to the wallets, for good.
    /// @param reserve Where the cap comes from.
    /// @param settlement Whose first wallet is the treasury.
    /// @param keys Who may do what.
    constructor(Reserve reserve, Settlement settlement, Keys memory keys)
        BackedToken("GCA", "GCA", reserve, settlement, keys)
    {}

    /// @notice One unit is one gram.
    function unitsAreGrams() external pure override returns (bool) {
        return true;
    }
}
